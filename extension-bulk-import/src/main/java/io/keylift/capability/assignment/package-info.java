// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Which capabilities and sets roles and users have. */
package io.keylift.capability.assignment;
