// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** The protocol mapper that adds capabilities to tokens. */
package io.keylift.capability.mapper;
