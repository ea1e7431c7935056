//! How much anybody may ask for.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Who counts as one: an address, or with IPv6 the /64 around it, which every household has to itself.
pub(crate) fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX))),
        address => address,
    }
}

/// Where a household is: the /48 around it, or with IPv4 the /24.
fn neighbourhood(household: IpAddr) -> IpAddr {
    match household {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 80))),
        IpAddr::V4(address) => IpAddr::V4(Ipv4Addr::from_bits(address.to_bits() & (u32::MAX << 8))),
    }
}

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
        let enough = self.fill() >= 1.0;
        if enough {
            self.drops -= 1.0;
        }
        enough
    }

    /// What has run in by now.
    fn fill(&mut self) -> f32 {
        let now = Instant::now();
        self.drops = (self.drops + (now - self.at).as_secs_f32() * self.per_second).min(self.size);
        self.at = now;
        self.drops
    }
}

/// A bucket for every household, forgotten when full again.
#[derive(Debug)]
pub(crate) struct ByAddress {
    known: Mutex<Known>,
    /// How long an empty one takes to fill.
    fills_in: Duration,
}

/// The buckets in use.
#[derive(Debug, Default)]
struct Known {
    households: Buckets,
    /// Of those beyond the number that is remembered: whoever has many addresses has them side by side.
    neighbourhoods: Buckets,
}

#[derive(Debug, Default)]
struct Buckets {
    of: HashMap<IpAddr, Bucket>,
    /// When those were looked for last that are full again.
    swept: Option<Instant>,
}

impl Default for ByAddress {
    /// So many a minute.
    fn default() -> ByAddress {
        ByAddress::in_every(Duration::from_secs(60))
    }
}

impl ByAddress {
    /// So many in every such time.
    pub(crate) fn in_every(fills_in: Duration) -> ByAddress {
        ByAddress { known: Mutex::default(), fills_in }
    }

    /// How many households are remembered at most; beyond it, those not known yet share the bucket of their neighbourhood, and
    /// beyond as many of these, one.
    const MOST: usize = 10_000;
    const SWEPT_EVERY: Duration = Duration::from_secs(1);
    const OTHERS: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

    /// Takes a drop of an address that may have `most` in the time in which a bucket fills.
    pub(crate) fn take(&self, address: IpAddr, most: u32) -> bool {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let (buckets, whose) = self.whose(&mut known, address);
        let fresh = Bucket::new(most, most as f32 / self.fills_in.as_secs_f32());
        buckets.of.entry(whose).or_insert(fresh).take()
    }

    /// Whether an address has a drop left.
    pub(crate) fn any(&self, address: IpAddr, most: u32) -> bool {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let (buckets, whose) = self.whose(&mut known, address);
        // Asking takes nothing, not even a place among those who are remembered.
        buckets.of.get_mut(&whose).map_or(most > 0, |bucket| bucket.fill() >= 1.0)
    }

    /// Which bucket an address has, or will have.
    fn whose<'a>(&self, known: &'a mut Known, address: IpAddr) -> (&'a mut Buckets, IpAddr) {
        let own = household(address);
        if self.has_room_for(&mut known.households, own) {
            return (&mut known.households, own);
        }
        let around = neighbourhood(own);
        match self.has_room_for(&mut known.neighbourhoods, around) {
            true => (&mut known.neighbourhoods, around),
            false => (&mut known.neighbourhoods, ByAddress::OTHERS),
        }
    }

    fn has_room_for(&self, buckets: &mut Buckets, whose: IpAddr) -> bool {
        let Buckets { of, swept } = buckets;
        if of.contains_key(&whose) || of.len() < ByAddress::MOST {
            return true;
        }
        // All of them are looked through, while everybody else waits: not for each who is not known.
        if swept.is_none_or(|at| at.elapsed() >= ByAddress::SWEPT_EVERY) {
            of.retain(|_, bucket| bucket.at.elapsed() < self.fills_in);
            *swept = Some(Instant::now());
        }
        of.len() < ByAddress::MOST
    }
}

/// How many are here at once: in all, and of each household.
#[derive(Debug, Default)]
pub(crate) struct Connections {
    here: Mutex<HashMap<Option<IpAddr>, usize>>,
}

/// A place in the crowd, given back when dropped.
#[derive(Debug)]
pub(crate) struct Place {
    crowd: Arc<Connections>,
    whose: Option<IpAddr>,
}

impl Connections {
    /// A place for somebody of this household, or one of all for `None`; nothing if `most` are here already.
    pub(crate) fn enter(self: &Arc<Connections>, address: Option<IpAddr>, most: usize) -> Option<Place> {
        let whose = address.map(household);
        let mut here = self.here.lock().unwrap_or_else(PoisonError::into_inner);
        let count = here.entry(whose).or_default();
        if *count >= most {
            // There is somebody, unless nobody may be here at all.
            if *count == 0 {
                here.remove(&whose);
            }
            return None;
        }
        *count += 1;
        Some(Place { crowd: self.clone(), whose })
    }

    /// How many are here in all.
    pub(crate) fn all(&self) -> usize {
        self.here.lock().unwrap_or_else(PoisonError::into_inner).get(&None).copied().unwrap_or(0)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut here = self.crowd.here.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = here.get_mut(&self.whose) {
            *count -= 1;
            if *count == 0 {
                here.remove(&self.whose);
            }
        }
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

    #[test]
    fn what_is_allowed_in_a_day_is_not_allowed_in_every_minute() {
        let limits = ByAddress::in_every(Duration::from_secs(86_400));
        let address = IpAddr::from([10, 0, 0, 1]);
        assert!((0..3).all(|_| limits.take(address, 3)));
        assert!(!limits.any(address, 3));
        let rate = limits.known.lock().unwrap().households.of[&address].per_second;
        assert!((rate * 86_400.0 - 3.0).abs() < 0.01, "{rate}");
    }

    #[test]
    fn a_household_is_an_address_or_a_64() {
        let limits = ByAddress::default();
        let of = |text: &str| text.parse::<IpAddr>().unwrap();
        assert!(limits.take(of("2001:db8:0:1::1"), 1));
        assert!(!limits.take(of("2001:db8:0:1:ffff::9"), 1), "the same /64");
        assert!(limits.take(of("2001:db8:0:2::1"), 1), "the next one");
        assert!(limits.take(of("192.0.2.1"), 1));
        assert!(!limits.take(of("::ffff:192.0.2.1"), 1), "as a dual-stack socket spells it");
    }

    #[test]
    fn more_households_than_can_be_remembered_share_a_bucket_with_their_neighbours() {
        let limits = ByAddress::default();
        let nth = |n: u32| IpAddr::V4(Ipv4Addr::from_bits(0x0A00_0000 + n));
        let passed = (0..ByAddress::MOST as u32 + 200).filter(|n| limits.take(nth(*n), 2)).count();
        assert_eq!(passed, ByAddress::MOST + 2);
        assert!(limits.take(nth(5), 2), "whoever is known keeps their own");
        let known = limits.known.lock().unwrap();
        assert_eq!((known.households.of.len(), known.neighbourhoods.of.len()), (ByAddress::MOST, 1));
        drop(known);
        // Whoever fills all places has emptied the bucket of their own neighbourhood, and of no other.
        let of = |text: &str| text.parse::<IpAddr>().unwrap();
        assert!(!limits.any(nth(ByAddress::MOST as u32 + 5), 2) && limits.any(of("192.0.2.1"), 2));
        assert!(limits.take(of("2001:db8:1:1::1"), 2) && limits.take(of("2001:db8:1:2::1"), 2));
        assert!(!limits.take(of("2001:db8:1:3::1"), 2), "the same /48");
        assert!(limits.take(of("2001:db8:2::1"), 2), "the next one");
    }

    #[test]
    fn asking_whether_there_is_any_is_not_remembered() {
        let limits = ByAddress::default();
        assert!((0..100).all(|n| limits.any(IpAddr::from([10, 0, 0, n]), 1)));
        assert!(!limits.any(IpAddr::from([10, 0, 0, 1]), 0));
        assert!(limits.known.lock().unwrap().households.of.is_empty());
    }

    #[test]
    fn those_that_are_full_again_are_looked_for_once_a_second() {
        // By the time all places are taken every bucket is full again.
        let limits = ByAddress::in_every(Duration::from_micros(1));
        let nth = |n: u32| IpAddr::V4(Ipv4Addr::from_bits(0x0A00_0000 + n));
        let (most, began) = (ByAddress::MOST as u32, Instant::now());
        let households = || limits.known.lock().unwrap().households.of.len();
        let come = |from: u32, to: u32| {
            for n in from..to {
                limits.take(nth(n), 1);
            }
        };
        come(0, most + 1);
        assert!(households() < 10, "the others were full again");
        come(most, 2 * most + 10);
        assert!(households() == ByAddress::MOST || began.elapsed() >= Duration::from_secs(1));
        limits.known.lock().unwrap().households.swept = Instant::now().checked_sub(Duration::from_secs(1));
        come(3 * most, 3 * most + 1);
        assert!(households() < 10, "a second later it is looked for again");
    }

    #[test]
    fn places_are_given_back() {
        let crowd = Arc::<Connections>::default();
        let of = |text: &str| Some(text.parse::<IpAddr>().unwrap());
        let first = crowd.enter(of("2001:db8::1"), 2).unwrap();
        let second = crowd.enter(of("2001:db8::2"), 2).unwrap();
        assert!(crowd.enter(of("2001:db8::3"), 2).is_none(), "the /64 is full");
        assert!(crowd.enter(of("192.0.2.1"), 2).is_some(), "others are not");
        drop(first);
        assert!(crowd.enter(of("2001:db8::3"), 2).is_some());
        drop(second);
        assert!(crowd.enter(None, 0).is_none());
        assert!(crowd.here.lock().unwrap().is_empty(), "nobody is left behind");
    }
}
