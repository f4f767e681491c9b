"""An event loop whose clock jumps to the next timer instead of waiting for it."""

import asyncio
import selectors


class _Selector(selectors.DefaultSelector):
    def __init__(self):
        super().__init__()
        self.passed = 0.0

    def select(self, timeout=None):
        # Nothing but timers may wake a test here, so a wait without one would never end.
        assert timeout is not None, "the test waits for what never comes"
        self.passed += max(0.0, timeout)
        return super().select(0)


class VirtualLoop(asyncio.SelectorEventLoop):
    """Time is what the timers say."""

    def __init__(self):
        self._clock = _Selector()
        super().__init__(self._clock)

    def time(self):
        return self._clock.passed

    def run_in_executor(self, executor, function, *arguments):
        # A thread would work in real time, while the clock here jumps on.
        done = self.create_future()
        done.set_result(function(*arguments))
        return done


def run(coroutine):
    """Run `coroutine` in virtual time and return its result."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(coroutine)
