// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.formats;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * A program in jq that makes records of Keylift from one record of another system.
 *
 * <p>Its input is one record; for CSV an object by column, without empty cells; for LDIF an object by attribute in
 * lower case. Variables are {@code $options} (texts by name), {@code $at} (path of the list of the record),
 * {@code $parent} (fields of the object around that list) and {@code $pass}. Each output is one of these:
 *
 * <ul>
 *   <li>{@code {"kind":"users","record":{…}}}, perhaps with {@code ifExists}, or a record alone, which is of the first
 *       kind
 *   <li>{@code {"leftOut":"/path","reason":"…"}}: a value that does not go into the records
 *   <li>{@code {"keep":"table","key":"…","value":…}} in the pass {@code keep}, for {@code kept("table"; "…")}
 * </ul>
 *
 * <p>The directive {@code module {…};} at the beginning describes it, in JSON: {@code title}; {@code kinds} of its
 * records; {@code passes}, 2 if it keeps values; {@code once}, kinds whose equal records come out once; {@code last},
 * kinds whose records come out behind all others; {@code lists}, paths of lists in JSON; {@code columns} of CSV without
 * a header; {@code nulls}, cells that stand for none; {@code leftOut}, reasons by path; {@code signatures}, by which
 * its files are recognized; {@code options}, what each means.
 */
public final class Mapping {

    private static final List<String> NAMES = List.of(
            "aspnet",
            "auth0",
            "clerk",
            "cognito",
            "django",
            "entra",
            "firebase",
            "fusionauth",
            "kratos",
            "ldap",
            "okta",
            "scim",
            "supabase",
            "wordpress",
            "zitadel");

    private final String name;
    private final String text;
    private final JsonNode about;

    private Mapping(String name, String text) throws FormatException {
        this.name = name;
        this.text = text;
        about = about(text);
        Program.compile(text);
    }

    /** Names of the systems that have a mapping. */
    public static List<String> names() {
        return NAMES;
    }

    /** The mapping of a system, by its name. */
    public static Mapping of(String name) throws FormatException {
        if (!NAMES.contains(name)) {
            throw new FormatException(
                    "unknown_format",
                    "There is no format `" + name + "`. Formats are " + String.join(", ", NAMES) + ".");
        }
        try (InputStream in = Mapping.class.getResourceAsStream("mappings/" + name + ".jq")) {
            return new Mapping(name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (FormatException e) {
            throw e;
        } catch (IOException e) {
            throw new FormatException("unknown_format", "The mapping of " + name + " cannot be read", e);
        }
    }

    /** A mapping of the user. */
    public static Mapping of(Path file) throws IOException {
        return of(file.toString(), Files.readString(file));
    }

    /** A mapping of the user, by its text. */
    public static Mapping of(String name, String text) throws FormatException {
        return new Mapping(name, text);
    }

    /** Name of the system, or of the file. */
    public String name() {
        return name;
    }

    /** The program, to print and to change. */
    public String text() {
        return text;
    }

    /** Name of the system as its vendor writes it. */
    public String title() {
        return about.path("title").asText(name);
    }

    /** Kinds of the records; with a single one, an import of that kind takes them. */
    public List<String> kinds() {
        List<String> kinds = texts("kinds");
        return kinds.isEmpty() ? List.of("users") : kinds;
    }

    /** Options that it knows, by name, with what each means. */
    public Map<String, String> options() {
        return map("options");
    }

    /** @throws FormatException {@code unknown_option} if the settings have an option that the mapping does not know */
    public void requireKnown(Settings settings) throws FormatException {
        for (String option : settings.options().keySet()) {
            if (options().keySet().stream().noneMatch(known -> isNamed(option, known))) {
                throw new FormatException(
                        "unknown_option",
                        "The mapping has no option `" + option + "`; it has "
                                + (options().isEmpty()
                                        ? "none"
                                        : String.join(", ", options().keySet())));
            }
        }
    }

    /** A name such as {@code group.<groupId>} stands for all that begin like it. */
    private static boolean isNamed(String option, String known) {
        int variable = known.indexOf('<');
        return variable < 0
                ? option.equals(known)
                : option.length() > variable && option.startsWith(known.substring(0, variable));
    }

    /** Times that it reads each input. */
    public int passes() {
        return about.path("passes").asInt(1);
    }

    List<String> once() {
        return texts("once");
    }

    List<String> last() {
        return texts("last");
    }

    List<String> lists() {
        return texts("lists");
    }

    List<String> columns() {
        return texts("columns");
    }

    List<String> nulls() {
        return texts("nulls");
    }

    Map<String, String> reasons() {
        return map("leftOut");
    }

    JsonNode signatures() {
        return about.path("signatures");
    }

    private List<String> texts(String field) {
        return stream(about.path(field)).map(JsonNode::asText).toList();
    }

    private Map<String, String> map(String field) {
        Map<String, String> map = new LinkedHashMap<>();
        about.path(field)
                .properties()
                .forEach(entry -> map.put(entry.getKey(), entry.getValue().asText()));
        return map;
    }

    private static Stream<JsonNode> stream(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false);
    }

    /** The object of the directive at the beginning, behind blanks and comments. */
    private static JsonNode about(String text) throws FormatException {
        int at = 0;
        while (at < text.length() && (Character.isWhitespace(text.charAt(at)) || text.charAt(at) == '#')) {
            int end = text.indexOf('\n', at);
            at = text.charAt(at) != '#' ? at + 1 : end < 0 ? text.length() : end + 1;
        }
        if (!text.startsWith("module", at)) {
            return Nodes.object();
        }
        try (JsonParser parser = Nodes.INPUT.createParser(text.substring(at + "module".length()))) {
            JsonNode about = parser.readValueAsTree();
            return about == null ? Nodes.object() : about;
        } catch (IOException e) {
            throw new FormatException("malformed_mapping", "The object behind `module` must be JSON", e);
        }
    }
}
