//! Stand-in games to practise on: the same behaviour in a real window and in memory.
