//! How long a game takes to show the puzzle that it is asked for: learned from the game, and waited for
//! generously. A game that only hesitates takes a second request for one more puzzle.

use std::collections::VecDeque;
use std::time::Duration;

/// The times from a request to the first picture of what was asked for.
#[derive(Clone, Debug, Default)]
pub struct AnswerTime {
    /// The last ones that were seen, of requests that were not repeated.
    seen: VecDeque<Duration>,
}

impl AnswerTime {
    /// The least that is waited. Chosen: half as long again as games were seen to stand still while they save
    /// (2 s); pages took 120 to 510 ms.
    const LEAST: Duration = Duration::from_secs(3);
    /// The most. Chosen: whoever looks on takes a game that does nothing for longer for broken.
    const MOST: Duration = Duration::from_secs(20);
    /// So many times the longest that was seen. Chosen: a machine under load takes twice as long as before, and
    /// then some.
    const TIMES: u32 = 3;
    /// A request that came twice, by a click that counted double, is answered twice within [so many times](Self::TIMES) the
    /// longest and this. Chosen: a window that stood still meanwhile was seen to take 0.8 s more for the second.
    const TWICE: Duration = Duration::from_secs(1);
    /// So many are remembered. Chosen: one that took long because of the machine is forgotten in minutes.
    const REMEMBERED: usize = 24;

    /// Takes note of one that was seen.
    pub fn learn(&mut self, time: Duration) {
        self.seen.truncate(Self::REMEMBERED - 1);
        self.seen.push_front(time);
    }

    /// How long nothing must change before a request counts as lost.
    pub fn patience(&self) -> Duration {
        (self.longest() * Self::TIMES).clamp(Self::LEAST, Self::MOST)
    }

    /// A puzzle that comes so long after a request may be another answer to it.
    pub fn echo(&self) -> Duration {
        (self.longest() * Self::TIMES + Self::TWICE).min(Self::MOST)
    }

    fn longest(&self) -> Duration {
        self.seen.iter().max().copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_games_are_given_longer_for_a_while() {
        let mut answer = AnswerTime::default();
        let unknown = answer.patience();
        assert!(unknown > Duration::from_secs(2));
        answer.learn(Duration::from_millis(20));
        assert_eq!(answer.patience(), unknown);
        assert!(answer.echo() < unknown);
        answer.learn(Duration::from_secs(4));
        assert!(answer.patience() > Duration::from_secs(8));
        assert!(answer.echo() > Duration::from_secs(8));
        answer.learn(Duration::from_secs(3600));
        assert!(answer.patience() < Duration::from_secs(60));
        (0..AnswerTime::REMEMBERED).for_each(|_| answer.learn(Duration::from_millis(20)));
        assert_eq!(answer.patience(), unknown);
    }
}
