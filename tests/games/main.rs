//! The games themselves: rules, solvers, texts, and reading pictures. Nothing here waits for anything.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/fitting.rs"]
mod fitting;

mod blocks_filling;
mod blocks_marked;
mod blocks_named;
mod blocks_pulsing;
mod blocks_touching;
mod cars;
mod cars_alike_across;
mod cars_below_buttons;
mod cars_filling;
mod cars_gone;
mod cars_in_a_frame;
mod cars_on_dark_floor;
mod cars_pale;
mod coil;
mod coil_drawn;
mod deducing;
mod dungeons_drawn;
mod dungeons_other_size;
mod dungeons_rules;
mod dungeons_skins;
mod dungeons_solver;
mod dungeons_text;
mod fitted_looks;
mod found_by_cells;
mod goals_in_part;
mod practice_reading;
mod proposing;
mod sliding;
mod sliding_numbers;
mod sliding_numbers_apart;
mod sliding_numbers_drawn;
mod sliding_numbers_lit;
mod sliding_numbers_named;
mod sliding_numbers_sizes;
mod sliding_parts;
mod sliding_reading;
mod sliding_ringed;
mod sliding_shadows;
mod sliding_sizes;
mod strange_input;
mod tiles;
mod tiles_drawn;
mod warehouse;
mod warehouse_chequered;
mod warehouse_pale;
mod warehouse_rounded;
mod warehouse_walled;
mod woodworm_rules;
mod woodworm_solving;
