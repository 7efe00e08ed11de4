use super::*;

#[test]
fn a_frame_that_a_block_lies_at_is_told_from_one_of_the_blocks_own_wood() {
    let far = |board: f32| Far {
        outside: 30.0,
        board,
    };
    let things = [1, 1, 1, 1, 1, 2];
    let frame_and_block = [20.0, 20.0, 20.0, 1.0, 1.0, 20.0].map(far);
    assert!(mixes(1, &things, &frame_and_block));
    let own_wood = [1.0, 20.0, 1.0, 1.0, 20.0, 20.0].map(far);
    assert!(!mixes(1, &things, &own_wood));
}
