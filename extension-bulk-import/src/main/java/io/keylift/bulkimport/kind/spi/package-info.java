// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** The SPI of kinds: what a kind implements, and what the engine gives it. */
package io.keylift.bulkimport.kind.spi;
