//! A file system of a few hundred kilobytes that can be filled to the last byte.
#![allow(dead_code, reason = "every test file uses its own part")]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A small file system of our own, gone when dropped.
pub(crate) struct SmallDisk {
    dir: tempfile::TempDir,
}

impl SmallDisk {
    /// Mounts one, where that is allowed.
    pub(crate) fn mount(kilobytes: u32) -> Option<SmallDisk> {
        let dir = tempfile::tempdir().unwrap();
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={kilobytes}k"), "tmpfs"]).arg(dir.path());
        let mounted = mount.stderr(Stdio::null()).status().is_ok_and(|status| status.success());
        mounted.then_some(SmallDisk { dir })
    }

    pub(crate) fn path(&self) -> &Path {
        self.dir.path()
    }

    fn ballast(&self) -> PathBuf {
        self.dir.path().join("ballast")
    }

    /// Fills it until not a byte more fits.
    pub(crate) fn fill(&self) {
        let mut file = std::fs::OpenOptions::new().create(true).append(true).open(self.ballast()).unwrap();
        let ballast = vec![7; 1 << 20];
        for size in [ballast.len(), 4096, 1] {
            while file.write(&ballast[..size]).is_ok_and(|n| n == size) {}
        }
    }

    /// Makes room again.
    pub(crate) fn free(&self) {
        std::fs::remove_file(self.ballast()).unwrap();
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let mut umount = Command::new("umount");
        let _ = umount.arg("--lazy").arg(self.dir.path()).stderr(Stdio::null()).status();
    }
}
