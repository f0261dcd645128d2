// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.answer;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** A line of a type that a later server writes. */
public record OtherLine(ObjectNode json) implements AnswerLine {}
