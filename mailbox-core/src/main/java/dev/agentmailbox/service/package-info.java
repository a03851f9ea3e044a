/**
 * The behaviour: a subpackage for each feature, and {@code request}, {@code work} and {@code
 * record} for what all features share. {@code ArchitectureTest} lists the allowed dependencies.
 */
@NullMarked
package dev.agentmailbox.service;

import org.jspecify.annotations.NullMarked;
