// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** The endpoint {@code /admin/realms/{realm}/capabilities}. */
package io.keylift.capability.rest;
