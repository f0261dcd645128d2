// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Times calls of other servers: directories, HTTP, mail. */
package io.keylift.metrics.outbound;
