//! The hash by which a puzzle is found by its content.

/// 64 bits of a game's number and a packed puzzle. It is in the files: it must never change.
///
/// Eight bytes at a time through the finaliser of SplitMix64 (Steele, Lea and Flood, 2014).
pub fn fingerprint(game: i64, packed: &[u8]) -> i64 {
    let mut hash = stir(game as u64 ^ (packed.len() as u64) << 32);
    for chunk in packed.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        hash = stir(hash.rotate_left(29) ^ u64::from_le_bytes(word));
    }
    hash as i64
}

fn stir(word: u64) -> u64 {
    let z = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_never_changes() {
        assert_eq!(fingerprint(1, b""), -7_995_527_694_508_729_151);
        assert_eq!(
            fingerprint(1, b"gridhand corpus"),
            3_023_510_285_984_842_964
        );
    }

    #[test]
    fn games_and_lengths_and_contents_differ() {
        let prints = [
            fingerprint(1, &[0; 8]),
            fingerprint(2, &[0; 8]),
            fingerprint(1, &[0; 9]),
            fingerprint(1, &[1, 0, 0, 0, 0, 0, 0, 0]),
            fingerprint(1, &[0, 0, 0, 0, 0, 0, 0, 1]),
        ];
        let distinct: std::collections::HashSet<i64> = prints.into();
        assert_eq!(distinct.len(), prints.len());
    }
}
