// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client;

import io.keylift.client.input.Input;
import java.util.Map;

/**
 * A job to run.
 *
 * @param kind {@code null} for an input of several kinds
 * @param name of the job, under which it is resumed
 * @param parameters of the request besides {@code job}, as the contract names them
 * @param linesPerSecond at most so many lines are sent in a second; 0 for no limit
 */
public record JobRequest(String kind, String name, Map<String, String> parameters, Input input, double linesPerSecond) {

    public JobRequest {
        if (!name.matches("[A-Za-z0-9][A-Za-z0-9._:-]{0,127}")) {
            throw new IllegalArgumentException(
                    "The name of a job has at most 128 letters, digits, `.`, `_`, `:` and `-`: " + name);
        }
        parameters = Map.copyOf(parameters);
    }
}
