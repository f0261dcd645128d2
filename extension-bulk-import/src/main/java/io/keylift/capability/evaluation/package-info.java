// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Evaluates which capabilities users, roles and clients have. */
package io.keylift.capability.evaluation;
