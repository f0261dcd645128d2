// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** The observers that come with the extension: Micrometer, OpenTelemetry and a log of slow requests. */
package io.keylift.metrics.observer;
