//! Fixed-size containers for the state: `Copy`, no heap, equal by their live part, wiped behind it.
//!
//! The state is cloned millions of times a second and compared bit by bit, so every slot that is not in use
//! holds the default value; `ArrayVec` gives neither `Copy` nor that (ADR 0002).

use serde::de::{Error, SeqAccess, Visitor};
use serde::ser::{SerializeSeq, SerializeTuple};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut, Index, IndexMut};

/// An array of any length with `Default` and serde.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arr<T, const N: usize>(pub [T; N]);

impl<T: Copy + Default, const N: usize> Default for Arr<T, N> {
    fn default() -> Self {
        Arr([T::default(); N])
    }
}

impl<T, const N: usize> Index<usize> for Arr<T, N> {
    type Output = T;
    fn index(&self, i: usize) -> &T {
        &self.0[i]
    }
}

impl<T, const N: usize> IndexMut<usize> for Arr<T, N> {
    fn index_mut(&mut self, i: usize) -> &mut T {
        &mut self.0[i]
    }
}

impl<T: Serialize, const N: usize> Serialize for Arr<T, N> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let mut tuple = s.serialize_tuple(N)?;
        for item in &self.0 {
            tuple.serialize_element(item)?;
        }
        tuple.end()
    }
}

struct Items<T, const N: usize, const FULL: bool>(PhantomData<T>);

impl<'de, T: Deserialize<'de> + Copy + Default, const N: usize, const FULL: bool> Visitor<'de>
    for Items<T, N, FULL>
{
    type Value = ([T; N], usize);

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if FULL { write!(f, "{N} items") } else { write!(f, "at most {N} items") }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut items = [T::default(); N];
        let mut len = 0;
        while let Some(item) = seq.next_element()? {
            if len == N {
                return Err(A::Error::invalid_length(len + 1, &self));
            }
            items[len] = item;
            len += 1;
        }
        if FULL && len < N { Err(A::Error::invalid_length(len, &self)) } else { Ok((items, len)) }
    }
}

impl<'de, T: Deserialize<'de> + Copy + Default, const N: usize> Deserialize<'de> for Arr<T, N> {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        d.deserialize_tuple(N, Items::<T, N, true>(PhantomData)).map(|(items, _)| Arr(items))
    }
}

/// A list of at most `N` items.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stack<T, const N: usize> {
    items: [T; N],
    len: u8,
}

impl<T: Copy + Default, const N: usize> Default for Stack<T, N> {
    fn default() -> Self {
        Stack { items: [T::default(); N], len: 0 }
    }
}

impl<T: Copy + Default, const N: usize> Stack<T, N> {
    /// Adds an item at the end, or hands it back when the list is full.
    ///
    /// # Errors
    /// The item, when there is no room for it.
    pub fn push(&mut self, item: T) -> Result<(), T> {
        match self.items.get_mut(self.len as usize) {
            Some(slot) => {
                *slot = item;
                self.len += 1;
                Ok(())
            }
            None => Err(item),
        }
    }

    /// Takes the last item and wipes its slot, so that no secret outlives it.
    pub fn pop(&mut self) -> Option<T> {
        self.len = self.len.checked_sub(1)?;
        Some(std::mem::take(&mut self.items[self.len as usize]))
    }

    /// Takes the item at `i` out and closes the gap, keeping the order.
    ///
    /// # Panics
    /// When there is no item `i`.
    pub fn remove(&mut self, i: usize) -> T {
        let len = self.len as usize;
        assert!(i < len, "no item {i} in a list of {len}");
        let item = self.items[i];
        // A plain loop: these lists are a few items long, a call to memmove costs more than it moves.
        for k in i + 1..len {
            self.items[k - 1] = self.items[k];
        }
        self.items[len - 1] = T::default();
        self.len -= 1;
        item
    }

    /// Wipes everything.
    pub fn clear(&mut self) {
        *self = Stack::default();
    }
}

impl<T, const N: usize> Deref for Stack<T, N> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &self.items[..self.len as usize]
    }
}

impl<T, const N: usize> DerefMut for Stack<T, N> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items[..self.len as usize]
    }
}

impl<T: std::fmt::Debug, const N: usize> std::fmt::Debug for Stack<T, N> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<T: Serialize, const N: usize> Serialize for Stack<T, N> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let mut seq = s.serialize_seq(Some(self.len as usize))?;
        for item in self.iter() {
            seq.serialize_element(item)?;
        }
        seq.end()
    }
}

impl<'de, T: Deserialize<'de> + Copy + Default, const N: usize> Deserialize<'de> for Stack<T, N> {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        d.deserialize_seq(Items::<T, N, false>(PhantomData))
            .map(|(items, len)| Stack { items, len: len as u8 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_popped_slot_is_wiped() {
        let mut stack = Stack::<u8, 3>::default();
        stack.push(7).unwrap();
        stack.push(9).unwrap();
        assert_eq!(stack.pop(), Some(9));
        assert_eq!(stack.items, [7, 0, 0]);
        assert_eq!(stack.remove(0), 7);
        assert_eq!(stack, Stack::default());
    }

    #[test]
    fn a_list_that_is_too_long_is_refused() {
        let mut stack = Stack::<u8, 1>::default();
        stack.push(1).unwrap();
        assert_eq!(stack.push(2), Err(2));
        assert!(serde_json::from_str::<Stack<u8, 1>>("[1,2]").is_err());
        assert!(serde_json::from_str::<Arr<u8, 2>>("[1]").is_err());
    }

    #[test]
    fn postcard_gives_back_what_it_took() {
        let mut stack = Stack::<u16, 4>::default();
        stack.push(500).unwrap();
        let both = (stack, Arr([3u8; 40]));
        let bytes = postcard::to_stdvec(&both).unwrap();
        assert_eq!(postcard::from_bytes::<(Stack<u16, 4>, Arr<u8, 40>)>(&bytes).unwrap(), both);
    }
}
