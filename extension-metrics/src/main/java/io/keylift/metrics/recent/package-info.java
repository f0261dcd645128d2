// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Keeps figures of the requests of the last minutes, in bounded memory. */
package io.keylift.metrics.recent;
