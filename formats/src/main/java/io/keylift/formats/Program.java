// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.formats;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Set;
import net.thisptr.jackson.jq.BuiltinFunctionLoader;
import net.thisptr.jackson.jq.Function;
import net.thisptr.jackson.jq.JsonQuery;
import net.thisptr.jackson.jq.Output;
import net.thisptr.jackson.jq.Scope;
import net.thisptr.jackson.jq.Versions;
import net.thisptr.jackson.jq.exception.JsonQueryException;

/**
 * A program in jq, with the variables and functions of a conversion. It gives the same outputs for the same inputs:
 * there are no clock, environment, modules or further inputs.
 */
final class Program {

    /** Functions of jq that a mapping must not call. */
    private static final Set<String> FORBIDDEN = Set.of(
            "now/0",
            "env/0",
            "input/0",
            "inputs/0",
            "input_line_number/0",
            "input_filename/0",
            "debug/0",
            "debug/1",
            "debug_scope/0",
            "stderr/0",
            "halt/0",
            "halt_error/0",
            "halt_error/1",
            "localtime/0",
            "mktime/0",
            "get_search_list/0",
            "modulemeta/0",
            "rand/0",
            "random/0",
            "hostname/0",
            "uuid4/0",
            "timestamp/0");

    /** Calls of functions and steps of ranges for one output; a mapping of ours has under a thousand. */
    private static final long STEPS = 2_000_000;

    /** Outputs for one record: a group has as many as members. */
    private static final long OUTPUTS = 20_000_000;

    private final JsonQuery query;
    private final Scope scope;
    private long steps;
    private long outputs;

    Program(String text, Kept kept, JsonNode options) throws FormatException {
        query = compile(text);
        scope = Scope.newEmptyScope();
        BuiltinFunctionLoader.getInstance()
                .listFunctions(Program.class.getClassLoader(), Versions.JQ_1_6, scope)
                .forEach((name, function) -> scope.addFunction(name, counted(function)));
        FORBIDDEN.forEach(name -> scope.addFunction(name, forbidden(name)));
        Functions.all(kept).forEach((name, function) -> scope.addFunction(name, counted(function)));
        scope.setValue("options", options);
    }

    static JsonQuery compile(String text) throws FormatException {
        try {
            return JsonQuery.compile(text, Versions.JQ_1_6);
        } catch (JsonQueryException e) {
            throw new FormatException("malformed_mapping", "The mapping is no valid jq: " + syntax(e), e);
        } catch (StackOverflowError e) {
            throw new FormatException("malformed_mapping", "The mapping is nested too deeply");
        }
    }

    /** Applies the program to a record. */
    void run(JsonNode record, String pass, String at, JsonNode parent, Output output)
            throws JsonQueryException, FormatException {
        steps = 0;
        outputs = 0;
        Scope variables = Scope.newChildScope(scope);
        variables.setValue("pass", TextNode.valueOf(pass));
        variables.setValue("at", TextNode.valueOf(at));
        variables.setValue("parent", parent);
        try {
            query.apply(variables, record, out -> {
                steps = 0;
                if (++outputs > OUTPUTS) {
                    throw new Runaway("mapping_runaway", "The mapping gives too many outputs for one record");
                }
                output.emit(out);
            });
        } catch (JsonQueryException e) {
            String message = firstLine(e);
            if (message.matches("(?s)(Function \\S+ does not exist|\\$\\S+ is not defined|module not found: .*)")) {
                throw new FormatException("unknown_function", "The mapping cannot run: " + message, e);
            }
            throw e;
        } catch (Runaway e) {
            throw new FormatException(e.code, e.getMessage(), e);
        } catch (StackOverflowError e) {
            throw new FormatException("mapping_runaway", "The mapping calls itself without an end");
        } catch (OutOfMemoryError | NegativeArraySizeException e) {
            throw new FormatException("mapping_runaway", "The mapping makes a value that does not fit into memory");
        }
    }

    private void step() {
        if (++steps > STEPS) {
            throw new Runaway("mapping_runaway", "The mapping takes more than " + STEPS + " steps for one record");
        }
    }

    private Function counted(Function function) {
        return (scope, args, in, path, output, version) -> {
            step();
            function.apply(
                    scope,
                    args,
                    in,
                    path,
                    (out, at) -> {
                        step();
                        output.emit(out, at);
                    },
                    version);
        };
    }

    private static Function forbidden(String name) {
        return (scope, args, in, path, output, version) -> {
            throw new Runaway(
                    "forbidden_function",
                    "A mapping must not use `" + name.substring(0, name.indexOf('/'))
                            + "`: it gives the same records each time");
        };
    }

    /** The parser's own words, which have line and column; the library puts the whole text before them. */
    private static String syntax(JsonQueryException e) {
        String message = e.getCause() == null ? e.getMessage() : e.getCause().getMessage();
        return message == null ? "" : message.lines().findFirst().orElse("");
    }

    private static String firstLine(JsonQueryException e) {
        return e.getMessage() == null ? "" : e.getMessage().lines().findFirst().orElse("");
    }

    /** Passes through the interpreter, which does not know it. */
    private static final class Runaway extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final String code;

        Runaway(String code, String message) {
            super(message);
            this.code = code;
        }
    }
}
