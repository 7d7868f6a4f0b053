//! `setters!`: the methods of options that return them with another value.

/// Defines a method for each field that is named: `with_crack(crack: f32)` returns the options with another `crack`. The type is
/// the field's, or one that converts into it.
#[doc(hidden)]
#[macro_export]
macro_rules! setters {
    (impl $options:ident { $($setter:ident($field:ident: $type:ty);)+ }) => {
        impl $options {
            $(
                #[doc = concat!("The same options with another [`", stringify!($field), "`](Self::", stringify!($field), ").")]
                #[must_use]
                pub fn $setter(mut self, $field: $type) -> Self {
                    self.$field = $field.into();
                    self
                }
            )+
        }
    };
}
