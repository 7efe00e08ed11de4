use super::*;

#[test]
fn a_frame_that_a_block_lies_at_is_told_from_one_of_the_blocks_own_wood() {
    let things = [1, 1, 1, 1, 1, 2];
    let frame_and_block = [false, false, false, true, true, false];
    assert!(mixes(1, &things, &frame_and_block));
    let own_wood = [true, false, true, true, false, false];
    assert!(!mixes(1, &things, &own_wood));
}
