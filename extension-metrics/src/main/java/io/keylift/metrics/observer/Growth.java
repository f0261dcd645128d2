// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

/**
 * A figure of an endpoint that grew since the version before.
 *
 * @param uri path template of the endpoint
 * @param method HTTP method
 * @param grantType grant type of token requests, or {@code null}
 * @param figure name of the figure
 * @param factor by what it grew; infinite if it was 0
 */
public record Growth(String uri, String method, String grantType, String figure, double factor) {}
