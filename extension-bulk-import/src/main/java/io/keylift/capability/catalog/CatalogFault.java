// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.catalog;

/** A catalog is invalid, so none of it is applied. */
public final class CatalogFault extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String code;
    private final String pointer;

    /**
     * @param code stable code
     * @param pointer JSON pointer to the fault
     * @param message message for people
     */
    public CatalogFault(String code, String pointer, String message) {
        super(message, null, false, false);
        this.code = code;
        this.pointer = pointer;
    }

    public String code() {
        return code;
    }

    public String pointer() {
        return pointer;
    }
}
