// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Encrypts what a job stores of its records. Depends on nothing but the JDK. */
package io.keylift.bulkimport.seal;
