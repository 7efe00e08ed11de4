//! The search compiled anew for what the processor at hand can do: the same code, other registers.

/// A tree that is searched node by node.
pub trait Tree {
    type Node;
    /// Why the search ends before its end.
    type Stop;

    /// Searches the tree from a node; its children are visited by way of the processor, too.
    fn visit_with(&mut self, processor: impl Processor, node: Self::Node)
    -> Result<(), Self::Stop>;
}

/// A kind of processor that the search is compiled for.
pub trait Processor: Copy {
    /// [`Tree::visit_with`] for this processor.
    fn visit<T: Tree>(self, tree: &mut T, node: T::Node) -> Result<(), T::Stop>;
}

/// Any processor that runs the program at all.
#[derive(Clone, Copy)]
pub struct Any;

impl Processor for Any {
    fn visit<T: Tree>(self, tree: &mut T, node: T::Node) -> Result<(), T::Stop> {
        tree.visit_with(self, node)
    }
}

/// Visits the root of a search with the best that the processor has.
#[inline(always)]
pub fn visit<T: Tree>(tree: &mut T, root: T::Node) -> Result<(), T::Stop> {
    #[cfg(target_arch = "x86_64")]
    {
        if let Some(avx512) = Avx512::detect() {
            return avx512.visit(tree, root);
        }
        if let Some(avx2) = Avx2::detect() {
            return avx2.visit(tree, root);
        }
    }
    Any.visit(tree, root)
}

#[cfg(target_arch = "x86_64")]
pub use x86::{Avx2, Avx512};

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Processor, Tree};

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
                fn visit<T: Tree>(self, tree: &mut T, node: T::Node) -> Result<(), T::Stop> {
                    $(#[target_feature(enable = $feature)])+
                    fn visit<T: Tree>(
                        processor: $name,
                        tree: &mut T,
                        node: T::Node,
                    ) -> Result<(), T::Stop> {
                        tree.visit_with(processor, node)
                    }
                    // SAFETY: a value of this type is made by `detect` alone, and only where the
                    // processor has every feature that the function is compiled for.
                    unsafe { visit(self, tree, node) }
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
