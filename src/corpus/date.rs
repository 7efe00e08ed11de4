//! Times as people write them.

/// A time in ms since 1970 as `2025-03-01 14:05:09`, in UTC.
pub fn date(ms: i64) -> String {
    let seconds = ms.div_euclid(1000);
    let (days, time) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let (year, month, day) = civil(days);
    let (hour, minute, second) = (time / 3600, time / 60 % 60, time % 60);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}")
}

/// Year, month and day of a number of days since 1970, by counting from a first of March: then the
/// leap day is the last of the year. After Howard Hinnant, "chrono-Compatible Low-Level Date
/// Algorithms".
fn civil(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let leaps = day_of_era / 1460 - day_of_era / 36_524 + day_of_era / 146_096;
    let year_of_era = (day_of_era - leaps) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let year = year_of_era + era * 400 + i64::from(month >= 10);
    (year, if month < 10 { month + 3 } else { month - 9 }, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_days() {
        assert_eq!(date(0), "1970-01-01 00:00:00");
        assert_eq!(date(951_782_400_000), "2000-02-29 00:00:00");
        assert_eq!(date(1_709_251_199_999), "2024-02-29 23:59:59");
        assert_eq!(date(-1), "1969-12-31 23:59:59");
        assert_eq!(date(4_107_542_400_000), "2100-03-01 00:00:00");
    }
}
