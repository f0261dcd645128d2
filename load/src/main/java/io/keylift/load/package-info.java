// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** The scenarios of the load test, which Gatling runs in a process of its own. */
package io.keylift.load;
