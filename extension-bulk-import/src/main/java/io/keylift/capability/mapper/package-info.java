// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** What tokens say of capabilities. */
package io.keylift.capability.mapper;
