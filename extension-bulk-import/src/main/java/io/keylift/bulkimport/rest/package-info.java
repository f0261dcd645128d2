// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** The REST endpoint and the composition root. */
package io.keylift.bulkimport.rest;
