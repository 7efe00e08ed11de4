//! The search compiled anew for what the processor at hand can do: the same code, other registers.

use super::board::Board;
use super::search::{Search, Stop};
use super::state::State;

/// A kind of processor that the search is compiled for.
pub trait Processor: Copy {
    /// [`Search::visit_with`] for this processor.
    fn visit<B: Board>(self, search: &mut Search<B>, state: State<B>) -> Result<(), Stop>;
}

/// Any processor that runs the program at all.
#[derive(Clone, Copy)]
pub struct Any;

impl Processor for Any {
    fn visit<B: Board>(self, search: &mut Search<B>, state: State<B>) -> Result<(), Stop> {
        search.visit_with(self, state)
    }
}

/// Visits the root of a search with the best that the processor has.
#[inline(always)]
pub fn visit<B: Board>(search: &mut Search<B>, state: State<B>) -> Result<(), Stop> {
    #[cfg(target_arch = "x86_64")]
    {
        if let Some(avx512) = Avx512::detect() {
            return avx512.visit(search, state);
        }
        if let Some(avx2) = Avx2::detect() {
            return avx2.visit(search, state);
        }
    }
    Any.visit(search, state)
}

#[cfg(target_arch = "x86_64")]
pub use x86::{Avx2, Avx512};

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Board, Processor, Search, State, Stop};

    macro_rules! processor {
        ($(#[$doc:meta])* $name:ident, $($feature:tt),+) => {
            $(#[$doc])*
            #[derive(Clone, Copy)]
            pub struct $name(());

            impl $name {
                /// A value of the type, where the processor has all that it stands for.
                #[inline(always)]
                pub fn detect() -> Option<Self> {
                    let has_all = true $(&& is_x86_feature_detected!($feature))+;
                    has_all.then_some(Self(()))
                }
            }

            impl Processor for $name {
                #[inline(always)]
                fn visit<B: Board>(
                    self,
                    search: &mut Search<B>,
                    state: State<B>,
                ) -> Result<(), Stop> {
                    $(#[target_feature(enable = $feature)])+
                    fn visit<B: Board>(
                        processor: $name,
                        search: &mut Search<B>,
                        state: State<B>,
                    ) -> Result<(), Stop> {
                        search.visit_with(processor, state)
                    }
                    // SAFETY: a value of this type is made by `detect` alone, and only where the
                    // processor has every feature that the function is compiled for.
                    unsafe { visit(self, search, state) }
                }
            }
        };
    }

    processor!(
        /// Registers of 256 bits.
        Avx2, "avx2", "bmi1", "bmi2", "popcnt", "lzcnt"
    );
    processor!(
        /// Registers of 512 bits, operations of three operands, and bit counts.
        Avx512, "avx512f", "avx512vl", "avx512bw", "avx512dq", "avx512bitalg",
        "avx512vpopcntdq", "bmi1", "bmi2", "popcnt", "lzcnt"
    );
}
