// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.formats;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Dates of many systems as milliseconds since 1970. A date without a zone is one of UTC. */
final class Dates {

    private static final Pattern ISO = Pattern.compile("(\\d{4})-(\\d\\d)-(\\d\\d)"
            + "(?:[T ](\\d\\d):(\\d\\d)(?::(\\d\\d)(?:[.,](\\d{1,9}))?)?)?\\s*(Z|UTC|[+-]\\d\\d(?::?\\d\\d)?)?");

    /** Generalized time of directories. */
    private static final Pattern GENERALIZED = Pattern.compile(
            "(\\d{4})(\\d\\d)(\\d\\d)(\\d\\d)(\\d\\d)(\\d\\d)(?:[.,](\\d{1,9}))?(Z|[+-]\\d\\d(?:\\d\\d)?)?");

    /** Month first, as the portal of Entra writes. */
    private static final Pattern AMERICAN =
            Pattern.compile("(\\d{1,2})/(\\d{1,2})/(\\d{4})(?:,? (\\d{1,2}):(\\d\\d)(?::(\\d\\d))? ?([AaPp][Mm])?)?");

    /** Day first, as in other languages. */
    private static final Pattern DOTTED =
            Pattern.compile("(\\d{1,2})\\.(\\d{1,2})\\.(\\d{4})(?:,? (\\d{1,2}):(\\d\\d)(?::(\\d\\d))?)?");

    private static final Pattern NUMBER = Pattern.compile("\\d{10,19}");

    /** 1601 to 1970 in units of 100 ns, in which Windows counts. */
    private static final long WINDOWS_EPOCH = 116_444_736_000_000_000L;

    private Dates() {}

    /** Milliseconds; {@code null} if the text is no date, or none of a real event. */
    static Long millis(String text) {
        try {
            Long millis = read(text.strip());
            return millis == null || millis < 0 ? null : millis;
        } catch (DateTimeException | NumberFormatException | ArithmeticException e) {
            return null;
        }
    }

    private static Long read(String text) {
        Matcher iso = ISO.matcher(text);
        if (iso.matches()) {
            return millis(iso, iso.group(4) == null ? 0 : number(iso.group(4)), iso.group(8));
        }
        Matcher generalized = GENERALIZED.matcher(text);
        if (generalized.matches()
                && (text.length() == 14 || !NUMBER.matcher(text).matches())) {
            return millis(generalized, number(generalized.group(4)), generalized.group(8));
        }
        Matcher american = AMERICAN.matcher(text);
        if (american.matches()) {
            boolean dayFirst = number(american.group(1)) > 12;
            return local(american, dayFirst ? 1 : 2, dayFirst ? 2 : 1, american.group(7));
        }
        Matcher dotted = DOTTED.matcher(text);
        return dotted.matches() ? local(dotted, 1, 2, null) : counted(text);
    }

    private static Long counted(String text) {
        if (!NUMBER.matcher(text).matches()) {
            return null;
        }
        long number = Long.parseLong(text);
        if (text.length() >= 17) {
            return (number - WINDOWS_EPOCH) / 10_000;
        }
        return text.length() <= 11 ? Math.multiplyExact(number, 1000L) : number;
    }

    private static Long millis(Matcher date, int hour, String zone) {
        String fraction = date.group(7) == null ? "" : date.group(7);
        return LocalDateTime.of(
                                        number(date.group(1)),
                                        number(date.group(2)),
                                        number(date.group(3)),
                                        hour,
                                        date.group(5) == null ? 0 : number(date.group(5)),
                                        date.group(6) == null ? 0 : number(date.group(6)))
                                .toEpochSecond(zone(zone))
                        * 1000
                + number((fraction + "000").substring(0, 3));
    }

    private static Long local(Matcher date, int day, int month, String half) {
        int hour = date.group(4) == null ? 0 : number(date.group(4));
        if (half != null) {
            hour = hour % 12 + (half.equalsIgnoreCase("PM") ? 12 : 0);
        }
        return LocalDateTime.of(
                                number(date.group(3)),
                                number(date.group(month)),
                                number(date.group(day)),
                                hour,
                                date.group(5) == null ? 0 : number(date.group(5)),
                                date.group(6) == null ? 0 : number(date.group(6)))
                        .toEpochSecond(ZoneOffset.UTC)
                * 1000;
    }

    private static ZoneOffset zone(String zone) {
        return zone == null || zone.equals("UTC") ? ZoneOffset.UTC : ZoneOffset.of(zone);
    }

    private static int number(String digits) {
        return Integer.parseInt(digits);
    }
}
