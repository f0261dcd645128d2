// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** The tables of capabilities. */
package io.keylift.capability.entity;
