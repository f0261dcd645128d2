// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

/** An object that a mirror has removed because no record names it. */
public record Removal(Subject subject) implements ReportLine {

    static final String CODE = "removed";

    @Override
    public String code() {
        return CODE;
    }

    @Override
    public String pointer() {
        return "";
    }

    @Override
    public String message() {
        return "No record names this";
    }

    @Override
    public Removal about(Subject other) {
        return new Removal(other);
    }
}
