// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

/** Records of one kind, on whose objects operations are performed. */
interface OperatedRecords {

    /** The kind as in the path of its endpoint. */
    String kind();

    int count();

    /** A record with the values of a state; {@code index} counts from 0. */
    String record(int index, RecordState state);

    /** The record that names the object in a removal. */
    String key(int index);

    /** Creates a realm with all objects to which the records refer, and returns its name. */
    String createRealm(Realms realms) throws Exception;
}
