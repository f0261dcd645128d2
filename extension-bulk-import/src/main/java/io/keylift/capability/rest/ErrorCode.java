// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.rest;

/** Stable error codes. An import uses the same code for a record that is rejected for the same reason. */
final class ErrorCode {

    /** The body is not JSON, or not an object. */
    static final String MALFORMED_JSON = "malformed_json";

    /** A field has a value of the wrong type. */
    static final String WRONG_TYPE = "wrong_type";

    /** The request does not have this field. */
    static final String UNKNOWN_FIELD = "unknown_field";

    /** A required field is missing or blank. */
    static final String MISSING = "missing";

    /** A value breaks a rule; the message says which. */
    static final String INVALID = "invalid";

    /** A value is longer than its column. */
    static final String TOO_LONG = "too_long";

    /** An earlier item of the request has the same key. */
    static final String DUPLICATE = "duplicate_in_input";

    static final String UNKNOWN_ROLE = "unknown_role";

    static final String UNKNOWN_CLIENT = "unknown_client";

    private ErrorCode() {}
}
