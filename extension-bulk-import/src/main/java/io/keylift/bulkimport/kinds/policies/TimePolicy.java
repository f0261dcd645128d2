// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.policies;

import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.TextRules;
import java.text.ParseException;
import java.text.SimpleDateFormat;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** Policies that depend on the time. */
final class TimePolicy implements PolicyType {

    private static final String NOT_BEFORE = "nbf";
    private static final String NOT_AFTER = "noa";

    /** Length of a date without a time. */
    private static final int DATE = 10;

    private static final Map<String, Part> PARTS = parts();

    private record Part(
            String config, Function<PolicyRecord, String> getter, BiConsumer<PolicyRecord, String> setter) {}

    private static Map<String, Part> parts() {
        Map<String, Part> parts = new LinkedHashMap<>();
        parts.put("notBefore", new Part(NOT_BEFORE, PolicyRecord::getNotBefore, PolicyRecord::setNotBefore));
        parts.put("notOnOrAfter", new Part(NOT_AFTER, PolicyRecord::getNotOnOrAfter, PolicyRecord::setNotOnOrAfter));
        add(parts, "dayMonth", PolicyRecord::getDayMonth, PolicyRecord::setDayMonth);
        add(parts, "dayMonthEnd", PolicyRecord::getDayMonthEnd, PolicyRecord::setDayMonthEnd);
        add(parts, "month", PolicyRecord::getMonth, PolicyRecord::setMonth);
        add(parts, "monthEnd", PolicyRecord::getMonthEnd, PolicyRecord::setMonthEnd);
        add(parts, "year", PolicyRecord::getYear, PolicyRecord::setYear);
        add(parts, "yearEnd", PolicyRecord::getYearEnd, PolicyRecord::setYearEnd);
        add(parts, "hour", PolicyRecord::getHour, PolicyRecord::setHour);
        add(parts, "hourEnd", PolicyRecord::getHourEnd, PolicyRecord::setHourEnd);
        add(parts, "minute", PolicyRecord::getMinute, PolicyRecord::setMinute);
        add(parts, "minuteEnd", PolicyRecord::getMinuteEnd, PolicyRecord::setMinuteEnd);
        return parts;
    }

    private static void add(
            Map<String, Part> parts,
            String name,
            Function<PolicyRecord, String> getter,
            BiConsumer<PolicyRecord, String> setter) {
        parts.put(name, new Part(name, getter, setter));
    }

    @Override
    public Set<String> fields() {
        return PARTS.keySet();
    }

    @Override
    public void check(Item<PolicyRecord> item) {
        PARTS.forEach((field, part) -> TextRules.check(item, part.getter().apply(item.record()), "/" + field));
    }

    @Override
    public void configure(Item<PolicyRecord> item, PolicyConfig config, Identities identities) {
        PARTS.values().forEach(part -> config.text(part.config(), part.getter().apply(item.record())));
        String notBefore = config.get(NOT_BEFORE);
        String notAfter = config.get(NOT_AFTER);
        // As in Keycloak, a single limit is not checked.
        if (notBefore != null && notAfter != null) {
            Date begin = date(item, notBefore, "/notBefore");
            Date end = date(item, notAfter, "/notOnOrAfter");
            if (begin != null && end != null && end.before(begin)) {
                item.reject(RejectCode.INVALID, "/notOnOrAfter", "The end is before the begin");
            }
        }
    }

    private static Date date(Item<PolicyRecord> item, String given, String pointer) {
        String trimmed = given.trim();
        try {
            return new SimpleDateFormat("yyyy-MM-dd HH:mm:ss", Locale.ROOT)
                    .parse(trimmed.length() == DATE ? trimmed + " 00:00:00" : given);
        } catch (ParseException e) {
            item.reject(RejectCode.INVALID, pointer, "The value must be a date such as `2030-12-31 23:59:59`");
            return null;
        }
    }

    @Override
    public void read(Map<String, String> config, IdentityNames names, PolicyRecord record) {
        PARTS.values().forEach(part -> part.setter().accept(record, config.get(part.config())));
    }
}
