// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

/**
 * A warning about a record that is not rejected.
 *
 * @param warning its code and its message
 */
public record RecordWarning(Subject subject, Warning warning) implements ReportLine {

    @Override
    public String code() {
        return warning.code();
    }

    @Override
    public String pointer() {
        return "";
    }

    @Override
    public String message() {
        return warning.message();
    }

    @Override
    public RecordWarning about(Subject other) {
        return new RecordWarning(other, warning);
    }
}
