// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** The database tables of capabilities. */
package io.keylift.capability.entity;
