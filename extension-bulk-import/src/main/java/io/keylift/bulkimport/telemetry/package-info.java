// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Exposes imports to Micrometer and OpenTelemetry by listening to the engine. */
package io.keylift.bulkimport.telemetry;
