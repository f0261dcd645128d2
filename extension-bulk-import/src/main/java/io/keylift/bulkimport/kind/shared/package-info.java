// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** The parts that several kinds share, in one package for each duty. */
package io.keylift.bulkimport.kind.shared;
