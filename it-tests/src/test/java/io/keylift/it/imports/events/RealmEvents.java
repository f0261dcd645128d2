// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.events;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.CrashTestServer;
import io.keylift.it.imports.support.NaturalKeys;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Events that listeners in one realm receive: admin events, with what they show, and events of Keycloak's models. Ids
 * are replaced by the names of their objects, as {@link NaturalKeys} does in rows.
 */
final class RealmEvents {

    /** Of a realm whose events are read. */
    static final Map<String, Object> SETTINGS = Map.of(
            "adminEventsEnabled", true, "adminEventsDetailsEnabled", true, "eventsListeners", List.of("told-events"));

    private static final String ADMIN = "ADMIN ";

    private static final Pattern MOMENT = Pattern.compile("\\b1[0-9]{9}(?:[0-9]{3})?\\b");

    /** Tells of no change. */
    private static final String CACHED = ": MODEL RealmCachedEvent";

    private static final Pattern UUID = Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");

    private final CrashTestServer server;
    private final TwinRealm realm;
    private final Map<String, String> names = new HashMap<>();
    private final List<String> heard = new ArrayList<>();
    private long read;

    RealmEvents(CrashTestServer server, TwinRealm realm) {
        this.server = server;
        this.realm = realm;
        skip();
    }

    /** Ignores the events since the last call. */
    void skip() {
        read = server.keycloak().log().toFile().length();
    }

    /** Takes the events since the last call to those to be returned. */
    void hear() {
        String mark = "told of " + realm.name() + ": ";
        log().lines()
                .filter(line -> line.contains(mark) && !line.contains(CACHED))
                .map(line -> line.substring(line.indexOf(mark) + mark.length()))
                .forEach(heard::add);
    }

    /**
     * Takes the events since the last call, with other admin events in the place of these.
     *
     * @param expected of an admin event
     * @param expectedOfModels whether an event of Keycloak's models stays
     */
    void hear(Function<ObjectNode, List<ObjectNode>> expected, Predicate<String> expectedOfModels) {
        int first = heard.size();
        hear();
        List<String> added = heard.subList(first, heard.size());
        List<String> replaced = new ArrayList<>();
        for (String event : added) {
            if (event.startsWith(ADMIN)) {
                ObjectNode json = (ObjectNode) AdminHttp.parse(event.substring(ADMIN.length()));
                expected.apply(json).forEach(other -> replaced.add(ADMIN + other));
            } else if (expectedOfModels.test(event)) {
                replaced.add(event);
            }
        }
        added.clear();
        heard.addAll(replaced);
    }

    /** Returns the events that were heard, with ids, and forgets them. */
    List<String> take() {
        List<String> taken = List.copyOf(heard);
        heard.clear();
        return taken;
    }

    private String log() {
        try (RandomAccessFile log = new RandomAccessFile(server.keycloak().log().toFile(), "r")) {
            byte[] bytes = new byte[(int) (log.length() - read)];
            log.seek(read);
            log.readFully(bytes);
            read += bytes.length;
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads the names of the objects that the realm has now. */
    void readNames() {
        names.putAll(NaturalKeys.names(server.database(), realm.name()));
    }

    /** The events with names in the place of ids. */
    Set<String> named(List<String> events) {
        Set<String> named = new TreeSet<>();
        for (String event : events) {
            named.add(
                    event.startsWith(ADMIN)
                            ? ADMIN + named(AdminHttp.parse(event.substring(ADMIN.length())))
                            : named(event));
        }
        return named;
    }

    private String named(JsonNode event) {
        return event.get("operation").asText() + " " + event.get("type").asText() + " "
                + named(event.path("path").asText()) + " " + canonical(event.path("details")) + " "
                + canonical(AdminHttp.parse(event.path("representation").asText("null")));
    }

    private String canonical(JsonNode json) {
        if (json.isObject()) {
            Map<String, String> fields = new TreeMap<>();
            json.properties().forEach(field -> {
                // A list of nothing but null is no value.
                if (!field.getValue().toString().matches("\\[null(?:,null)*]")) {
                    fields.put(named(field.getKey()), canonical(field.getValue()));
                }
            });
            return fields.toString();
        }
        if (json.isArray()) {
            List<String> elements = new ArrayList<>();
            json.forEach(element -> elements.add(canonical(element)));
            elements.sort(null);
            return elements.toString();
        }
        String name = json.isTextual() ? names.get(json.asText()) : null;
        return named(name == null ? json.toString() : "\"<" + name + ">\"");
    }

    private String named(String text) {
        return MOMENT.matcher(UUID.matcher(text)
                        .replaceAll(
                                id -> Matcher.quoteReplacement("<" + names.getOrDefault(id.group(), "a UUID") + ">")))
                .replaceAll(moment -> NaturalKeys.isMomentOfThisRun(Long.parseLong(moment.group()))
                        ? "<a moment ago>"
                        : moment.group())
                .replace(realm.name(), "the realm");
    }
}
