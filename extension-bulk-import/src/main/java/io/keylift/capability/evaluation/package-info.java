// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** What a user, role or client may do by its capabilities. */
package io.keylift.capability.evaluation;
