// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Times the steps of authentication flows. */
package io.keylift.metrics.authentication;
