"""The environment under its versioned name; the number rises whenever learning results could change."""

from ._env import env, raw_env

__all__ = ["env", "raw_env"]
