//! The name of an action: its variant, as it is written in records and in `words.<language>.json`.

use serde::ser::{Impossible, Serialize, SerializeStructVariant, SerializeTupleVariant, Serializer};

/// The variant of an enum, as serde spells it; nothing for what is no variant.
pub(crate) fn name(of: &impl Serialize) -> Option<&'static str> {
    of.serialize(Namer).ok()
}

/// What is no variant has no name.
#[derive(Debug, thiserror::Error)]
#[error("only the variant of an enum has a name")]
struct Nameless;

impl serde::ser::Error for Nameless {
    fn custom<T: std::fmt::Display>(_: T) -> Nameless {
        Nameless
    }
}

/// Reads nothing but the name.
struct Namer;

/// The fields of a variant are passed over.
struct Fields(&'static str);

impl SerializeStructVariant for Fields {
    type Ok = &'static str;
    type Error = Nameless;

    fn serialize_field<T: ?Sized + Serialize>(&mut self, _: &'static str, _: &T) -> Result<(), Nameless> {
        Ok(())
    }

    fn end(self) -> Result<&'static str, Nameless> {
        Ok(self.0)
    }
}

impl SerializeTupleVariant for Fields {
    type Ok = &'static str;
    type Error = Nameless;

    fn serialize_field<T: ?Sized + Serialize>(&mut self, _: &T) -> Result<(), Nameless> {
        Ok(())
    }

    fn end(self) -> Result<&'static str, Nameless> {
        Ok(self.0)
    }
}

/// Values that are no variants.
macro_rules! nameless {
    ($($method:ident($($type:ty),*) -> $ok:ty;)*) => {
        $(fn $method(self, $(_: $type),*) -> Result<$ok, Nameless> {
            Err(Nameless)
        })*
    };
}

impl Serializer for Namer {
    type Ok = &'static str;
    type Error = Nameless;
    type SerializeSeq = Impossible<&'static str, Nameless>;
    type SerializeTuple = Impossible<&'static str, Nameless>;
    type SerializeTupleStruct = Impossible<&'static str, Nameless>;
    type SerializeTupleVariant = Fields;
    type SerializeMap = Impossible<&'static str, Nameless>;
    type SerializeStruct = Impossible<&'static str, Nameless>;
    type SerializeStructVariant = Fields;

    nameless! {
        serialize_bool(bool) -> &'static str;
        serialize_i8(i8) -> &'static str;
        serialize_i16(i16) -> &'static str;
        serialize_i32(i32) -> &'static str;
        serialize_i64(i64) -> &'static str;
        serialize_u8(u8) -> &'static str;
        serialize_u16(u16) -> &'static str;
        serialize_u32(u32) -> &'static str;
        serialize_u64(u64) -> &'static str;
        serialize_f32(f32) -> &'static str;
        serialize_f64(f64) -> &'static str;
        serialize_char(char) -> &'static str;
        serialize_str(&str) -> &'static str;
        serialize_bytes(&[u8]) -> &'static str;
        serialize_none() -> &'static str;
        serialize_unit() -> &'static str;
        serialize_unit_struct(&'static str) -> &'static str;
        serialize_seq(Option<usize>) -> Self::SerializeSeq;
        serialize_tuple(usize) -> Self::SerializeTuple;
        serialize_tuple_struct(&'static str, usize) -> Self::SerializeTupleStruct;
        serialize_map(Option<usize>) -> Self::SerializeMap;
        serialize_struct(&'static str, usize) -> Self::SerializeStruct;
    }

    fn serialize_some<T: ?Sized + Serialize>(self, _: &T) -> Result<&'static str, Nameless> {
        Err(Nameless)
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        _: &T,
    ) -> Result<&'static str, Nameless> {
        Err(Nameless)
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<&'static str, Nameless> {
        Ok(variant)
    }

    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: &T,
    ) -> Result<&'static str, Nameless> {
        Ok(variant)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Fields, Nameless> {
        Ok(Fields(variant))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Fields, Nameless> {
        Ok(Fields(variant))
    }
}
