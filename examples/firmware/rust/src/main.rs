//! A firmware for Cortex-M without an operating system: sensors, queues, a log, commands, and a timer's interrupt.
#![no_std]
#![no_main]

use core::fmt::Write;
use core::sync::atomic::{AtomicU32, Ordering};

use cortex_m_rt::{entry, exception};
use cortex_m_semihosting::{debug, hio};

static TICKS: AtomicU32 = AtomicU32::new(0);

#[exception]
fn SysTick() {
    TICKS.store(TICKS.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    loop {
        debug::exit(debug::EXIT_FAILURE);
    }
}

/// A queue of some kind of thing.
struct Queue<T, const N: usize> {
    items: [T; N],
    first: usize,
    count: usize,
}

impl<T: Copy, const N: usize> Queue<T, N> {
    #[inline(never)]
    fn put(&mut self, item: T) -> bool {
        if self.count == N {
            return false;
        }
        let at = self.first + self.count;
        self.items[if at >= N { at - N } else { at }] = item;
        self.count += 1;
        true
    }

    #[inline(never)]
    fn take(&mut self) -> Option<T> {
        if self.count == 0 {
            return None;
        }
        let item = self.items[self.first];
        self.first = if self.first + 1 == N { 0 } else { self.first + 1 };
        self.count -= 1;
        Some(item)
    }
}

/// The registers of one device on the bus.
type Registers = [u8; 16];

trait Sensor {
    const NAME: &'static str;
    const LEAST: i32;
    const MOST: i32;
    fn start(bus: &mut Registers) -> Result<(), u8>;
    fn read(bus: &mut Registers, time: u32) -> i32;
}

macro_rules! sensor {
    ($name:ident, $text:literal, $limits:expr, $id:literal, $control:literal, $scale:expr) => {
        struct $name;
        impl Sensor for $name {
            const NAME: &'static str = $text;
            const LEAST: i32 = $limits.0;
            const MOST: i32 = $limits.1;

            #[inline(never)]
            fn start(bus: &mut Registers) -> Result<(), u8> {
                bus[0] = 0x80;
                bus[1] = $id;
                if bus[1] != $id {
                    return Err(bus[1]);
                }
                bus[2] |= $control;
                bus[3] = bus[2] ^ $id;
                Ok(())
            }

            #[inline(never)]
            fn read(bus: &mut Registers, time: u32) -> i32 {
                bus[4] = (time as u8).wrapping_mul($id);
                bus[5] = (time >> 2) as u8;
                let raw = i32::from(bus[4]) | i32::from(bus[5]) << 8;
                let scaled = raw * $scale.0 + $scale.1;
                if bus[2] & $control != 0 { scaled + 50 } else { scaled }
            }
        }
    };
}

sensor!(Thermometer, "temperature", (-4000, 8500), 0x27, 0x10, (25, -4000));
sensor!(Barometer, "pressure", (30000, 110000), 0x57, 0x20, (40, 30000));
sensor!(Hygrometer, "humidity", (0, 10000), 0x31, 0x40, (12, -600));
sensor!(Photometer, "light", (0, 65535), 0x19, 0x08, (18, 5));

#[derive(Default)]
struct Filter {
    mean: i32,
    least: i32,
    most: i32,
    count: u32,
}

#[inline(never)]
fn measure<S: Sensor>(bus: &mut Registers, filter: &mut Filter, events: &mut Queue<u32, 8>, log: &mut Queue<u16, 12>) {
    for time in (0..60).step_by(5) {
        let value = S::read(bus, time).clamp(S::LEAST, S::MOST);
        if filter.count == 0 {
            *filter = Filter { mean: value, least: value, most: value, count: 0 };
        }
        filter.count += 1;
        filter.mean += (value - filter.mean) >> 2;
        filter.least = filter.least.min(value);
        filter.most = filter.most.max(value);
        if filter.mean > S::MOST / 2 {
            events.put(S::MOST as u32 ^ filter.count);
        }
        log.put((filter.mean >> 3) as u16);
    }
}

#[inline(never)]
fn report<S: Sensor>(out: &mut impl Write, filter: &Filter) -> core::fmt::Result {
    writeln!(out, "{}: {} ({} to {})", S::NAME, filter.mean, filter.least, filter.most)?;
    if filter.most - filter.least > (S::MOST - S::LEAST) / 10 {
        writeln!(out, "  {} changes", S::NAME)?;
    }
    Ok(())
}

fn run<S: Sensor>(out: &mut impl Write, log: &mut Queue<u16, 12>, events: &mut Queue<u32, 8>) -> core::fmt::Result {
    let mut bus = [0; 16];
    let mut filter = Filter::default();
    if let Err(id) = S::start(&mut bus) {
        return writeln!(out, "{} does not answer: {id:#x}", S::NAME);
    }
    measure::<S>(&mut bus, &mut filter, events, log);
    report::<S>(out, &filter)
}

fn application(out: &mut impl Write) -> core::fmt::Result {
    let mut log = Queue { items: [0u16; 12], first: 0, count: 0 };
    let mut events = Queue { items: [0u32; 8], first: 0, count: 0 };
    let mut input = Queue { items: [0u8; 16], first: 0, count: 0 };
    run::<Thermometer>(out, &mut log, &mut events)?;
    run::<Barometer>(out, &mut log, &mut events)?;
    run::<Hygrometer>(out, &mut log, &mut events)?;
    run::<Photometer>(out, &mut log, &mut events)?;
    for byte in "rate 12".bytes() {
        input.put(byte);
    }
    let mut number = 0;
    while let Some(byte) = input.take() {
        if byte.is_ascii_digit() {
            number = number * 10 + u32::from(byte - b'0');
        }
    }
    writeln!(out, "rate {number}")?;
    while let Some(event) = events.take() {
        writeln!(out, "event {event:08x}")?;
    }
    while let Some(half) = log.take() {
        write!(out, "{half} ")?;
    }
    writeln!(out)
}

#[entry]
fn main() -> ! {
    // The timer of the processor, by its registers.
    let timer = 0xe000_e010 as *mut u32;
    for (at, value) in [(1, 9999), (2, 0), (0, 7)] {
        // SAFETY: these are the registers SYST_RVR, SYST_CVR and SYST_CSR, which nobody else uses.
        unsafe { timer.add(at).write_volatile(value) };
    }
    let mut out = hio::hstdout().expect("a debugger that takes output");
    let written = application(&mut out);
    while TICKS.load(Ordering::Relaxed) < 3 {}
    writeln!(out, "ticks").ok();
    debug::exit(if written.is_ok() { debug::EXIT_SUCCESS } else { debug::EXIT_FAILURE });
    loop {}
}
