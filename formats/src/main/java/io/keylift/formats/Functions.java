// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.formats;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.unboundid.ldap.sdk.DN;
import com.unboundid.ldap.sdk.LDAPException;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.thisptr.jackson.jq.Expression;
import net.thisptr.jackson.jq.Function;
import net.thisptr.jackson.jq.Output;
import net.thisptr.jackson.jq.PathOutput;
import net.thisptr.jackson.jq.Scope;
import net.thisptr.jackson.jq.Version;
import net.thisptr.jackson.jq.exception.JsonQueryException;
import net.thisptr.jackson.jq.path.Path;

/** Functions that mappings have beside those of jq, by name and number of arguments. */
final class Functions {

    private static final Pattern PHP_TRUE = Pattern.compile("s:\\d+:\"([^\"]*)\";b:1;");

    private Functions() {}

    static Map<String, Function> all(Kept kept) {
        Map<String, Function> functions = new HashMap<>();
        functions.put("millis/0", of(Functions::millis));
        functions.put("truth/0", of(Values::truth));
        functions.put("texts/0", of(Values::texts));
        functions.put("tidy/0", of(Values::tidy));
        functions.put("names/0", of(Values::names));
        functions.put("lower/0", ofText(text -> text.toLowerCase(Locale.ROOT)));
        functions.put("slug/0", ofText(Functions::slug));
        functions.put("guid/0", ofText(Bytes::guid));
        functions.put("dn/0", ofText(Functions::normalizedDn));
        functions.put("rdn/0", ofText(Functions::rdn));
        functions.put("php_true/0", of(Functions::phpTrue));
        functions.put(
                "one_of/1",
                (scope, args, in, path, output, version) -> argument(
                        scope, args.get(0), in, list -> output.emit(BooleanNode.valueOf(contains(list, in)), null)));
        functions.put(
                "rest/1",
                (scope, args, in, path, output, version) ->
                        argument(scope, args.get(0), in, names -> output.emit(Values.rest(in, names), null)));
        functions.put(
                "starting/1",
                (scope, args, in, path, output, version) -> argument(
                        scope, args.get(0), in, prefix -> output.emit(Values.starting(in, prefix.asText()), null)));
        functions.put("map_values/1", Functions::mapValues);
        functions.put(
                "recode/2",
                (scope, args, in, path, output, version) -> argument(
                        scope,
                        args.get(0),
                        in,
                        from -> argument(
                                scope,
                                args.get(1),
                                in,
                                to -> output.emit(
                                        text(
                                                in.isTextual()
                                                        ? Bytes.recode(in.asText(), from.asText(), to.asText())
                                                        : null),
                                        null))));
        functions.put(
                "kept/2",
                (scope, args, in, path, output, version) -> argument(
                        scope,
                        args.get(0),
                        in,
                        table -> argument(scope, args.get(1), in, key -> output.emit(kept(kept, table, key), null))));
        return functions;
    }

    /** As jq's own, which copies the whole object for each value. */
    private static void mapValues(
            Scope scope, List<Expression> args, JsonNode in, Path path, PathOutput output, Version version)
            throws JsonQueryException {
        if (!in.isObject()) {
            ArrayNode values = JsonNodeFactory.instance.arrayNode();
            for (JsonNode element : in) {
                first(scope, args.get(0), element, values::add);
            }
            output.emit(values, null);
            return;
        }
        ObjectNode values = JsonNodeFactory.instance.objectNode();
        for (Map.Entry<String, JsonNode> field : in.properties()) {
            first(scope, args.get(0), field.getValue(), value -> values.set(field.getKey(), value));
        }
        output.emit(values, null);
    }

    private static void first(Scope scope, Expression function, JsonNode in, Consumer<JsonNode> consumer)
            throws JsonQueryException {
        List<JsonNode> outputs = new ArrayList<>(1);
        argument(scope, function, in, outputs::add);
        if (!outputs.isEmpty()) {
            consumer.accept(outputs.get(0));
        }
    }

    private static void argument(Scope scope, Expression argument, JsonNode in, Output output)
            throws JsonQueryException {
        argument.apply(scope, in, output);
    }

    private static Function of(UnaryOperator<JsonNode> operator) {
        return (scope, args, in, path, output, version) -> output.emit(operator.apply(in), null);
    }

    private static Function ofText(UnaryOperator<String> operator) {
        return of(value -> value.isTextual() ? text(operator.apply(value.asText())) : NullNode.instance);
    }

    private static JsonNode text(String text) {
        return text == null ? NullNode.instance : TextNode.valueOf(text);
    }

    private static JsonNode millis(JsonNode value) {
        if (value.isNumber()) {
            // Seconds, with or without a fraction, would be in January 1970 as milliseconds.
            boolean seconds = Math.abs(value.asDouble()) < 1e11;
            return LongNode.valueOf(seconds ? Math.round(value.asDouble() * 1000) : value.asLong());
        }
        Long millis = value.isTextual() ? Dates.millis(value.asText()) : null;
        return millis == null ? NullNode.instance : LongNode.valueOf(millis);
    }

    private static boolean contains(JsonNode list, JsonNode value) {
        for (JsonNode each : list) {
            if (each.equals(value)) {
                return true;
            }
        }
        return false;
    }

    private static JsonNode kept(Kept kept, JsonNode table, JsonNode key) {
        ArrayNode values = JsonNodeFactory.instance.arrayNode();
        byte[] lines = key.isNull() ? null : kept.get(table.asText(), key.asText());
        if (lines != null) {
            new String(lines, StandardCharsets.UTF_8)
                    .lines()
                    .forEach(line -> values.add(Nodes.parse(Nodes.utf8(line))));
        }
        return values;
    }

    /** Keys of a serialized array of PHP whose value is true. */
    private static JsonNode phpTrue(JsonNode value) {
        ArrayNode keys = JsonNodeFactory.instance.arrayNode();
        for (Matcher match = PHP_TRUE.matcher(value.asText()); match.find(); ) {
            keys.add(match.group(1));
        }
        return keys;
    }

    /** A name of letters, digits and hyphens. */
    private static String slug(String text) {
        String german = text.toLowerCase(Locale.ROOT)
                .replace("ä", "ae")
                .replace("ö", "oe")
                .replace("ü", "ue")
                .replace("ß", "ss");
        return Normalizer.normalize(german, Normalizer.Form.NFD)
                .replaceAll("\\p{M}", "")
                .replaceAll("[^a-z0-9]+", "-")
                .replaceAll("^-|-$", "");
    }

    private static String normalizedDn(String text) {
        try {
            return DN.normalize(text);
        } catch (LDAPException e) {
            return null;
        }
    }

    /** Value of the first part of a distinguished name. */
    private static String rdn(String text) {
        try {
            DN dn = new DN(text);
            return dn.isNullDN() ? null : dn.getRDN().getAttributeValues()[0];
        } catch (LDAPException e) {
            return null;
        }
    }
}
