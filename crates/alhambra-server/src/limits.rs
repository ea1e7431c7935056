//! How much anybody may ask for.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// A bucket that fills at a steady rate; everything asked for takes one drop.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    drops: f32,
    size: f32,
    per_second: f32,
    at: Instant,
}

impl Bucket {
    /// A full bucket.
    pub(crate) fn new(size: u32, per_second: f32) -> Bucket {
        Bucket { drops: size as f32, size: size as f32, per_second, at: Instant::now() }
    }

    /// Takes a drop, if there is one.
    pub(crate) fn take(&mut self) -> bool {
        let now = Instant::now();
        self.drops = (self.drops + (now - self.at).as_secs_f32() * self.per_second).min(self.size);
        self.at = now;
        let enough = self.drops >= 1.0;
        if enough {
            self.drops -= 1.0;
        }
        enough
    }
}

/// A bucket for every address, forgotten when full again.
#[derive(Debug, Default)]
pub(crate) struct ByAddress {
    buckets: Mutex<HashMap<IpAddr, Bucket>>,
}

impl ByAddress {
    /// How many addresses are remembered at most.
    const MOST: usize = 10_000;

    /// Takes a drop of an address that may have `per_minute`.
    pub(crate) fn take(&self, address: IpAddr, per_minute: u32) -> bool {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= ByAddress::MOST {
            buckets.retain(|_, bucket| bucket.at.elapsed().as_secs() < 60);
        }
        let fresh = Bucket::new(per_minute, per_minute as f32 / 60.0);
        buckets.entry(address).or_insert(fresh).take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_runs_dry_and_fills_again() {
        let mut bucket = Bucket::new(3, 1000.0);
        assert!((0..3).all(|_| bucket.take()));
        bucket.per_second = 0.0;
        assert!(!bucket.take() || bucket.size < 3.0);
        bucket.per_second = 1000.0;
        std::thread::sleep(std::time::Duration::from_millis(5));
        assert!(bucket.take());
    }

    #[test]
    fn addresses_do_not_share_a_bucket() {
        let limits = ByAddress::default();
        let (a, b) = (IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 2]));
        assert!((0..5).all(|_| limits.take(a, 5)));
        assert!(!limits.take(a, 5));
        assert!(limits.take(b, 5));
    }
}
